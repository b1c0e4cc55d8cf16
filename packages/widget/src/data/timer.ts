/** Does something later; what it was set to before is forgotten. */
export class Timer {
  #id: ReturnType<typeof setTimeout> | undefined

  set(ms: number, act: () => void): void {
    clearTimeout(this.#id)
    this.#id = setTimeout(act, ms)
  }

  clear(): void {
    clearTimeout(this.#id)
  }
}
