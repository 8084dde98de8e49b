import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ThumbnailSize } from '#schemas/files/thumbnails.ts';
import type { File } from '#schemas/generated/types.ts';
import type { Config } from '../../platform/config/config.ts';
import { hourlyRateLimit } from '../../platform/database/rate-limiter.ts';
import { notFound } from '../../platform/errors/catalogue.ts';
import { transferTimeout } from '../../platform/files/transfer-timeout.ts';
import { signedIn } from '../access/signed-in.ts';
import { assertAbility, assertMay, type Viewer } from '../access/viewer.ts';
import { runIdempotently } from '../idempotency/idempotency.ts';
import { readableAttachments } from '../resource/rules/attachments.ts';
import { toResponse } from '../resource/rules/serializer.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import { resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { sendFileContent, sendThumbnail } from './content.ts';
import { documentedFiles, thumbnailQuery } from './documentation.ts';
import { parserLimits, withIncomingFile } from './incoming.ts';
import { fileUsage } from './quota.ts';
import { uploadFile } from './upload.ts';

interface ById {
  Params: { id: string };
}
interface ThumbnailRequest extends ById {
  Querystring: { size?: ThumbnailSize };
}

/** Maximum uploads per user and hour. */
const hourly = 200;

const url = '/api/files';
const params = idParams('id');
const files = resource('File');

/**
 * File upload and download routes (spec 7, designs 3 and 8); the list route is generated. Only imports accept multipart
 * bodies too.
 */
export async function fileRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const { fileLimit } = config;
  const handlerTimeout = transferTimeout(fileLimit);
  const assertWithinLimit = hourlyRateLimit({
    name: 'upload',
    hourly,
    reason: 'Too many files were uploaded; try again later',
  });
  await app.register(fastifyMultipart, parserLimits(fileLimit));

  app.post(url, { handlerTimeout, config: { documentation: documentedFiles.upload } }, async (request, reply) => {
    const viewer = signedIn(request);
    assertMay(viewer, 'create', 'File', { userId: viewer.user.id });
    await assertWithinLimit(viewer.user.id);
    const answer = (file: File) => ({ status: 201, body: toResponse(files, file, viewer) });
    const { status, body } = await withIncomingFile(request, { bytes: fileLimit }, (incoming) =>
      runIdempotently({
        request,
        type: 'File',
        checksFirst: true,
        fingerprint: incoming.fingerprint,
        work: async (storeResponse) =>
          answer(
            await uploadFile({
              viewer,
              incoming,
              config,
              log: request.log,
              storeResponse: (file) => storeResponse(answer(file)),
            }),
          ),
      }),
    );
    return reply.code(status).header('ETag', `"${body.revision}"`).send(body);
  });

  app.get(`${url}/usage`, { config: { documentation: documentedFiles.usage } }, async (request) => {
    const viewer = signedIn(request);
    assertAbility(viewer, 'read', 'File');
    return await fileUsage(viewer.user.id, config.fileQuota);
  });

  app.get<ById>(
    `${url}/:id`,
    { schema: { params }, config: { documentation: documentedFiles.read } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const file = await readableFile(viewer, request.params.id);
      return reply.header('ETag', `"${file.revision}"`).send(toResponse(files, file, viewer));
    },
  );

  const content = async (request: FastifyRequest<ById>, reply: FastifyReply) =>
    sendFileContent(await readableFile(signedIn(request), request.params.id), request, reply);
  const download = { schema: { params }, handlerTimeout, config: { documentation: documentedFiles.content } };
  // Explicit HEAD route: the generated one would read the whole file.
  app.get<ById>(`${url}/:id/content`, { ...download, exposeHeadRoute: false }, content);
  app.head<ById>(`${url}/:id/content`, { ...download, schema: { params, hide: true } }, content);

  app.get<ThumbnailRequest>(
    `${url}/:id/thumbnail`,
    {
      schema: { params, querystring: { type: 'object', properties: thumbnailQuery, additionalProperties: false } },
      config: { documentation: documentedFiles.thumbnail },
    },
    async (request, reply) => {
      const file = await readableFile(signedIn(request), request.params.id);
      return await sendThumbnail(file, request.query.size ?? 'small', request, reply);
    },
  );
}

/**
 * Loads a file if the viewer uploaded it or may read a record that refers to it (design 8). Throws RESOURCE_NOT_FOUND
 * otherwise.
 */
async function readableFile(viewer: Viewer, id: string): Promise<File> {
  const [known] = await readableAttachments(viewer, 'File', [id]);
  const file = known && (await storeOf('File').findOne({ _id: known }));
  if (!file) throw notFound('File', id);
  return file;
}
