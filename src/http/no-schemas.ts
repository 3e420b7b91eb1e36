// Fastify without its compilers for JSON Schema, which it would load with two hundred files: routes parse their own parameters
// and write their own JSON.

const refuse = (): never => {
  throw new Error('routes have no schemas');
};

/** Fastify's option `schemaController`. */
export const NO_SCHEMAS = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };
