import type { FastifyInstance } from 'fastify';
import type { JsonMap } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter } from '../../engine/access/viewer.ts';
import { assertReferencesExist } from '../../engine/resource/rules/references.ts';
import { problemList } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import type { Problem } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { applyLineDefaults, lineSchemaProblems, normalizeLine, validateLineData } from './line-schema.ts';
import { combinedSchemaProblems, lineSchemaOf } from './products.ts';

const map = { type: 'object', additionalProperties: true };

const body = {
  type: 'object',
  properties: {
    schema: { ...map, title: 'Line schema' },
    parent: { type: ['string', 'null'], pattern: idPattern, title: 'Parent', default: null },
    data: { ...map, title: 'Data of a line', 'x-plain-keys': true },
  },
  required: ['schema'],
  additionalProperties: false,
};

const documentation: Documentation = {
  body,
  summary: 'Validate the schema of a Product and the data of a line without saving',
  description:
    'Requires permission to update products. Problems of the schema have paths below /schema, those of the data below /data. The data defaults to the initial data of a new line.',
  tag: 'products',
  answer: {
    type: 'object',
    properties: {
      schema: { ...map, description: 'The combined schema of a line: those of the ancestor products and this one' },
      data: { ...map, description: 'The data as a line would store it' },
      problems: problemList('The value at that path'),
    },
    required: ['problems'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY', 'DATABASE_VALIDATION_ERROR'],
};

interface CheckRequest {
  schema: JsonMap;
  parent?: string | null;
  data?: JsonMap;
}

/** Result of a check, without `schema` and `data` when the schema is invalid. */
interface CheckedLine {
  schema?: JsonMap;
  data?: JsonMap;
  problems: Problem[];
}

/**
 * POST /api/products/check: validates a product's line schema and the data of a line without saving (design 3 and 6).
 */
export async function productCheckRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Body: CheckRequest }>(
    '/api/products/check',
    { schema: { body }, config: { documentation } },
    async (request): Promise<CheckedLine> => {
      const viewer = signedIn(request);
      allowedFilter(viewer, 'update', 'Product');
      const { schema, parent = null, data } = request.body;
      const faults = lineSchemaProblems(schema);
      if (faults.length > 0) return { problems: at('/schema', faults) };
      await assertReferencesExist(viewer, 'Product', { parent });
      const combined = await lineSchemaOf({ schema, parent });
      const combinedFaults = combinedSchemaProblems(combined);
      return combinedFaults.length > 0 ? { problems: combinedFaults } : checkLine(combined, data);
    },
  );
}

function checkLine(schema: JsonMap, sent: JsonMap | undefined): CheckedLine {
  const { data } = normalizeLine(schema, sent ?? applyLineDefaults(schema, {}));
  return { schema, data, problems: at('/data', validateLineData(schema, data)) };
}

const at = (place: string, problems: Problem[]): Problem[] =>
  problems.map((each) => ({ ...each, path: place + each.path }));
