import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Records } from '#schemas/generated/types.ts';
import { signedIn } from '../../access/signed-in.ts';
import { type IdempotentResponse, runIdempotently } from '../../idempotency/idempotency.ts';
import { type ResourceName, resource } from '../../store/model.ts';
import type { StoreResponse } from '../records/calls.ts';
import { toResponse } from '../rules/serializer.ts';

interface IdempotentRequest<Name extends ResourceName> {
  request: FastifyRequest;
  reply: FastifyReply;
  name: Name;
  /** Look for a stored response before starting the work, when starting it costs more than the lookup. */
  checksStoredResponseFirst: boolean;
  make: (storeResponse: StoreResponse<Records[Name]>) => Promise<Records[Name]>;
}

/**
 * Creates or changes a record once per Idempotency-Key, and sends it as it was then, with its revision as ETag (design
 * 3). A retry with the same key gets the stored response.
 */
export async function sendIdempotently<Name extends ResourceName>(
  options: IdempotentRequest<Name>,
): Promise<FastifyReply> {
  const { request, reply, name, checksStoredResponseFirst, make } = options;
  const viewer = signedIn(request);
  const answer = (record: Records[Name]) => ({ status: 201, body: toResponse(resource(name), record, viewer) });
  const { status, body } = await runIdempotently({
    request,
    type: name,
    checksFirst: checksStoredResponseFirst,
    fingerprint: async () => JSON.stringify(request.body),
    work: async (storeResponse) => {
      const responses = new Map<Records[Name], IdempotentResponse>();
      const created = await make((record) => {
        const response = answer(record);
        responses.set(record, response);
        return storeResponse(response);
      });
      return responses.get(created) ?? answer(created);
    },
  });
  return reply.code(status).header('ETag', `"${body.revision}"`).send(body);
}
