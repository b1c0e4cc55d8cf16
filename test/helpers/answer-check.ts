import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation | undefined } }
}

interface Operation {
  readonly operationId: string
  readonly responses: { readonly [status: string]: unknown }
}

/** An answer as the wire carried it. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Holds answers against the OpenAPI document of the service that gave them. */
export class AnswerCheck {
  readonly #document: Document
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: Document) {
    this.#document = document
    formats.default(this.#ajv)
    this.#ajv.addSchema(document, 'openapi')
  }

  /** By the document that the service at this address publishes. */
  static async of(url: string): Promise<AnswerCheck> {
    const response = await fetch(`${url}/openapi.json`)
    return new AnswerCheck((await response.json()) as Document)
  }

  /** Throws unless the document knows the operation, the status and the shape of the body. */
  hold(method: string, url: string, { status, headers, body }: RawAnswer): void {
    const path = url.split('?', 1)[0] ?? ''
    const place = this.#placeOf(method.toLowerCase(), path)
    const said = `${method} ${path} answered ${status} ${JSON.stringify(body)}`
    if (typeof body === 'string' && place !== undefined) {
      this.#holdLines(this.#schemaOf(place, status, said), body)
      return
    }
    if (headers.get('x-correlation-id') !== (body as { correlationId?: unknown }).correlationId) {
      throw new Error(`${said} with another correlation id in its header`)
    }
    // A path of no operation is answered by none: its answer is an error body.
    const pointer = place === undefined ? '/components/schemas/Error' : this.#schemaOf(place, status, said)
    const validate = this.#validatorOf(pointer)
    if (!validate(body))
      throw new Error(`${said}, which is not as documented: ${this.#ajv.errorsText(validate.errors)}`)
  }

  /** A download: each line of it. */
  #holdLines(pointer: string, text: string): void {
    const validate = this.#validatorOf(pointer.replace('application~1json', 'application~1x-ndjson'))
    for (const line of text.split('\n').filter((each) => each !== '')) {
      if (!validate(JSON.parse(line))) {
        throw new Error(`${line} is not as documented: ${this.#ajv.errorsText(validate.errors)}`)
      }
    }
  }

  #placeOf(
    method: string,
    path: string,
  ): readonly [template: string, method: string, operation: Operation] | undefined {
    for (const [template, methods] of Object.entries(this.#document.paths)) {
      const operation = methods[method]
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      if (operation !== undefined && pattern.test(path)) return [template, method, operation]
    }
    return undefined
  }

  #schemaOf([template, method, operation]: readonly [string, string, Operation], status: number, said: string): string {
    if (!(status in operation.responses))
      throw new Error(`${said}, a status that ${operation.operationId} does not have`)
    const path = template.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
    return `/paths/${path}/${method}/responses/${status}/content/application~1json/schema`
  }

  #validatorOf(pointer: string): ValidateFunction {
    const known = this.#validators.get(pointer)
    if (known !== undefined) return known
    const validator = this.#ajv.compile({ $ref: `openapi#${pointer}` })
    this.#validators.set(pointer, validator)
    return validator
  }
}
