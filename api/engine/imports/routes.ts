import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Import } from '#schemas/generated/types.ts';
import type { Config } from '../../platform/config/config.ts';
import { hourlyRateLimit } from '../../platform/database/rate-limiter.ts';
import { transferTimeout } from '../../platform/files/transfer-timeout.ts';
import { signedIn } from '../access/signed-in.ts';
import { allowedFilter, loadReadable } from '../access/viewer.ts';
import { parserLimits } from '../files/incoming.ts';
import { documentationOf } from '../resource/routes/documentation.ts';
import { pathId } from '../resource/routes/routes.ts';
import { toResponse } from '../resource/rules/serializer.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';
import { createImportDraft } from './upload.ts';

/** Maximum imports per user and hour. */
const hourly = 100;

const imports = resource('Import');

/**
 * Upload routes of imports (design 3): report rows and proof of work. The imports themselves are read at /api/imports.
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
    allowedFilter(viewer, 'create', target.resource);
    await assertWithinLimit(viewer.user.id);
    const draft = await createImportDraft({ request, config, target });
    return reply
      .code(201)
      .header('ETag', `"${draft.revision}"`)
      .send(toResponse(imports, draft, viewer));
  };

  const rows = { ...documentation, tag: 'reports', summary: 'Import rows of the kind of a Report' };
  app.post(
    '/api/reports/:id/rows/import',
    { handlerTimeout, schema: { params: idParams('id') }, config: { documentation: rows } },
    async (request, reply) => {
      const { id, kind } = await loadReadable(signedIn(request), 'Report', pathId(request, 'id'));
      return await createImport(request, reply, { resource: 'ReportRow', kind, report: id });
    },
  );

  const proof = { ...documentation, tag: 'proof_of_work', summary: 'Import proof of work' };
  app.post('/api/proof_of_work/import', { handlerTimeout, config: { documentation: proof } }, (request, reply) =>
    createImport(request, reply, { resource: 'ProofOfWork', kind: null, report: null }),
  );
}

const documentation = {
  description:
    'Uploads a CSV file and returns a draft import: its columns, first rows and the suggested field of each column. PATCH of its status to running starts it. It imports all rows or none.',
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
