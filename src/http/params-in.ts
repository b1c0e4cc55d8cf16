import type { FastifyRequest } from 'fastify'

type Params = { readonly [name: string]: string }

/**
 * What the path of a request names, checked by its schema. The `id` of a path is a UUID, which may come in capitals:
 * written in one way, it can be compared and kept.
 */
export function paramsIn(request: FastifyRequest): Params {
  const params = request.params as Params
  return params.id === undefined ? params : { ...params, id: params.id.toLowerCase() }
}
