import fastifyMultipart from '@fastify/multipart';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { schemas } from '#schemas/generated/registry.ts';
import type { Import } from '#schemas/generated/types.ts';
import { isImportable } from '#schemas/resource/imports.ts';
import type { Config } from '../../platform/config/config.ts';
import { hourlyRateLimit } from '../../platform/database/rate-limiter.ts';
import { ApiError, invalidRequest } from '../../platform/errors/catalogue.ts';
import { transferTimeout } from '../../platform/files/transfer-timeout.ts';
import { signedIn } from '../access/signed-in.ts';
import { loadReadable } from '../access/viewer.ts';
import { parserLimits } from '../files/incoming.ts';
import { byteOrderMark, csvTimeout, sendCsv } from '../resource/lists/csv.ts';
import { documentationOf } from '../resource/routes/documentation.ts';
import { pathId } from '../resource/routes/routes.ts';
import { toResponse } from '../resource/rules/serializer.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';
import { faultyRows } from './data-rows.ts';
import { assertMayImport, timeZoneProblems } from './imports.ts';
import { createImportDraft } from './upload.ts';

/** Maximum imports per user and hour. */
const hourly = 100;

const imports = resource('Import');

/** The resources whose lists can be imported. */
const importedResources = Object.values(schemas)
  .map(({ title }) => resource(title))
  .filter((each) => isImportable(each));

/**
 * Upload routes of imports (design 3): one for each resource, and report rows. The imports themselves are read at /api/imports.
 */
export async function importRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const { importLimit } = config;
  const handlerTimeout = transferTimeout(importLimit);
  const assertWithinLimit = hourlyRateLimit({
    name: 'import',
    hourly,
    reason: 'Too many files were imported; try again later',
  });
  await app.register(fastifyMultipart, parserLimits(importLimit));

  const createImport = async (
    request: FastifyRequest,
    reply: FastifyReply,
    target: Pick<Import, 'resource' | 'kind' | 'report'>,
  ) => {
    const viewer = signedIn(request);
    const { timeZone = 'UTC' }: Partial<Import> = Object(request.query);
    const problems = timeZoneProblems({ timeZone });
    if (problems.length > 0) throw invalidRequest('querystring', problems);
    assertMayImport(viewer, target.resource);
    await assertWithinLimit(viewer.user.id);
    const draft = await createImportDraft({ request, config, target: { ...target, timeZone } });
    return reply
      .code(201)
      .header('ETag', `"${draft.revision}"`)
      .send(toResponse(imports, draft, viewer));
  };

  app.get(
    '/api/imports/:id/faulty.csv',
    {
      handlerTimeout: csvTimeout,
      schema: { params: idParams('id') },
      config: { documentation: faulty, isHeavy: () => true },
    },
    async (request, reply) => {
      const imported = await loadReadable(signedIn(request), 'Import', pathId(request, 'id'));
      if (!imported.file) {
        const details = { resourceType: 'Import', resourceId: imported.id };
        throw new ApiError('RESOURCE_INOPERABLE', { reason: 'The file is no longer stored', details });
      }
      return await sendCsv(reply, 'faulty-rows', csvOf(faultyRows(imported)));
    },
  );

  for (const each of importedResources) {
    const summary = `Import ${each.label} from a file`;
    app.post(
      `/api/${each.path}/import`,
      {
        handlerTimeout,
        schema: { querystring },
        config: { documentation: { ...documentation, tag: each.path, summary } },
      },
      (request, reply) => createImport(request, reply, { resource: each.name, kind: null, report: null }),
    );
  }

  const rows = { ...documentation, tag: 'reports', summary: 'Import rows of the kind of a Report' };
  app.post(
    '/api/reports/:id/rows/import',
    { handlerTimeout, schema: { params: idParams('id'), querystring }, config: { documentation: rows } },
    async (request, reply) => {
      const { id, kind } = await loadReadable(signedIn(request), 'Report', pathId(request, 'id'));
      if (!isImportedKind(kind)) {
        const details = { resourceType: 'Report', resourceId: id };
        const reason = 'The rows of this report are not imported: it shows the orders themselves';
        throw new ApiError('RESOURCE_INOPERABLE', { reason, details });
      }
      return await createImport(request, reply, { resource: 'ReportRow', kind, report: id });
    },
  );
}

/** Whether a kind of report has imported rows. */
const isImportedKind = (kind: string): boolean =>
  resource('ReportRow').schema.properties.kind?.enum?.includes(kind) ?? false;

async function* csvOf(batches: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield byteOrderMark;
  for await (const rows of batches) yield stringify(rows, { escape_formulas: true });
}

const faulty: Documentation = {
  tag: 'imports',
  summary: 'Download the faulty rows of an Import',
  operationId: 'exportFaultyImportRowsCsv',
  description:
    'The rows that have an error, at most 5,000, each with its line and errors. For seven days after the end.',
  otherAnswers: { 'text/csv': { type: 'string' } },
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
};

const query = {
  timeZone: {
    type: 'string',
    maxLength: 100,
    description: 'IANA time zone of the times in the file that have no offset. Without it: UTC.',
    examples: ['America/New_York'],
  },
};
const querystring = { type: 'object', properties: query, additionalProperties: false };

const documentation = {
  query,
  description:
    'Uploads a CSV file or an Excel workbook and returns a draft import: its columns, first rows and the suggested field of each column. PATCH of its status to running starts it. It imports all rows or none.',
  bodyType: 'multipart/form-data',
  body: {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'binary', title: 'File', description: 'Limited to the size of IMPORT_LIMIT.' },
    },
    required: ['file'],
    additionalProperties: false,
    examples: [{ file: 'Revenue,Industry\n1200,Food\n' }],
  },
  status: 201,
  answer: schemaRef(imports.name),
  answerHeaders: documentationOf(imports, 'read').answerHeaders ?? {},
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'DATABASE_VALIDATION_ERROR', 'RATE_LIMITED', 'INTEGRATION_ERROR'],
} satisfies Omit<Documentation, 'summary'>;
