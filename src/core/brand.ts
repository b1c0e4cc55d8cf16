declare const brand: unique symbol

/** A value of `Base` that wears a name, so that cents cannot be passed where odds are meant. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }
