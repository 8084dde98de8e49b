import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Records } from '#schemas/generated/types.ts';
import { signedIn } from '../../access/signed-in.ts';
import { type Answer, idempotently } from '../../idempotency/idempotency.ts';
import { type ResourceName, resource } from '../../store/model.ts';
import type { Keep } from '../records/calls.ts';
import { answerOf } from '../rules/answer.ts';

interface IdempotentRequest<Name extends ResourceName> {
  request: FastifyRequest;
  reply: FastifyReply;
  name: Name;
  /** Look for a stored response before starting the work, when starting it costs more than the lookup. */
  asksFirst: boolean;
  make: (keep: Keep<Records[Name]>) => Promise<Records[Name]>;
}

/**
 * Creates or changes a record once per Idempotency-Key, and sends it as it was then, with its revision as ETag (design
 * 3). A retry with the same key gets the stored response.
 */
export async function answerMade<Name extends ResourceName>(options: IdempotentRequest<Name>): Promise<FastifyReply> {
  const { request, reply, name, asksFirst, make } = options;
  const viewer = signedIn(request);
  const answer = (record: Records[Name]) => ({ status: 201, body: answerOf(resource(name), record, viewer) });
  const { status, body } = await idempotently({
    request,
    type: name,
    asksFirst,
    fingerprint: async () => JSON.stringify(request.body),
    work: async (keep) => {
      const responses = new Map<Records[Name], Answer>();
      const created = await make((record) => {
        const response = answer(record);
        responses.set(record, response);
        return keep(response);
      });
      return responses.get(created) ?? answer(created);
    },
  });
  return reply.code(status).header('ETag', `"${body.revision}"`).send(body);
}
