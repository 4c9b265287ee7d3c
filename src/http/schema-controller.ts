import type { FastifyServerOptions } from 'fastify'

/** Called with each answer and its schema; tests throw for an answer that does not fit. */
export type CheckAnswer = (schema: unknown, answer: unknown) => void

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type CompilersFactory = Required<NonNullable<SchemaController['compilersFactory']>>

/**
 * Makes the framework use the schemas of routes for descriptions only. Bodies are read by handlers, which count bytes while they arrive, and checked there by the
 * same schema (`compileSchema`); answers are written by `JSON.stringify`, which leaves no member out. Passed when the framework is created, so that it does not
 * load its own compilers, a quarter of the time to start.
 */
export function describingSchemas(checkAnswer?: CheckAnswer): SchemaController {
  // The type is that of a function of Ajv; the framework only calls it.
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
