import type { FastifyServerOptions } from 'fastify'

/** Called with each answer and its schema. Tests throw for an answer that does not fit. */
export type CheckAnswer = (schema: unknown, answer: unknown) => void

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type CompilersFactory = Required<NonNullable<SchemaController['compilersFactory']>>

/**
 * Makes the framework use the schemas of routes only for descriptions. Handlers read the bodies, because they count bytes while they arrive, and check them
 * against the same schema (`compileSchema`). Answers are written by `JSON.stringify`, which omits no member. Passed at the creation of the framework, so that
 * it does not load its own compilers, which takes a quarter of the time to start.
 */
export function describingSchemas(checkAnswer?: CheckAnswer): SchemaController {
  // The type requires a function of Ajv, but the framework only calls the result.
  const buildValidator = (() => () => () => true) as unknown as CompilersFactory['buildValidator']
  return {
    compilersFactory: {
      buildValidator,
      buildSerializer:
        () =>
        ({ schema }) =>
        (answer) => {
          checkAnswer?.(schema, answer)
          return JSON.stringify(answer)
        },
    },
  }
}
