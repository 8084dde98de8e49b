import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Records } from '#schemas/generated/types.ts';
import { signedIn } from '../../access/signed-in.ts';
import { type Answer, idempotently } from '../../idempotency/idempotency.ts';
import { type ResourceName, resource } from '../../store/model.ts';
import type { Keep } from '../records/calls.ts';
import { answerOf } from '../rules/answer.ts';

interface Making<Name extends ResourceName> {
  request: FastifyRequest;
  reply: FastifyReply;
  name: Name;
  /** Whether an earlier answer is looked for before the work is begun: where beginning it costs more than a look. */
  asksFirst: boolean;
  make: (keep: Keep<Records[Name]>) => Promise<Records[Name]>;
}

/** Makes or changes a record once for each Idempotency-Key, and answers it as it was then, with its revision (design 3). */
export async function answerMade<Name extends ResourceName>(making: Making<Name>): Promise<FastifyReply> {
  const { request, reply, name, asksFirst, make } = making;
  const viewer = signedIn(request);
  const answer = (record: Records[Name]) => ({ status: 201, body: answerOf(resource(name), record, viewer) });
  const { status, body } = await idempotently({
    request,
    type: name,
    asksFirst,
    fingerprint: async () => JSON.stringify(request.body),
    work: async (keep) => {
      const told = new Map<Records[Name], Answer>();
      const made = await make((record) => {
        const answered = answer(record);
        told.set(record, answered);
        return keep(answered);
      });
      return told.get(made) ?? answer(made);
    },
  });
  return reply.code(status).header('ETag', `"${body.revision}"`).send(body);
}
