import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { documentationOf, idempotencyKey, ifMatch } from '../../../engine/resource/routes/documentation.ts';
import { sendIdempotently } from '../../../engine/resource/routes/idempotent-reply.ts';
import { ifMatchRevision } from '../../../engine/resource/routes/routes.ts';
import { createBody, idParams, type JsonSchema } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import type { OrderActionInput } from '../editing/order-write.ts';
import { changesBody } from './check-route.ts';
import { runOrderAction } from './write-order.ts';

const orders = resource('Order');

/**
 * POST /api/orders/{id}/actions: requests or decides a validation bypass, undoes an approval, or adds a note. Returns
 * the order (spec 7, design 6).
 */
export async function actionRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: OrderActionInput }>(
    '/api/orders/:id/actions',
    { schema: { params: idParams('id'), body: actionBody() }, config: { documentation } },
    (request, reply) => {
      const { body, params } = request;
      const { log } = request;
      const acting = {
        viewer: signedIn(request),
        id: params.id,
        action: body,
        revision: ifMatchRevision(request),
        log,
      };
      return sendIdempotently({
        request,
        reply,
        name: 'Order',
        checksStoredResponseFirst: true,
        make: (storeResponse) => runOrderAction({ ...acting, storeResponse }),
      });
    },
  );
}

/**
 * Request body: the action, the data changes that a bypass request may carry, and whether a decision also approves the
 * order.
 */
function actionBody(): JsonSchema {
  const { 'x-read-only': readOnly, ...body } = createBody(resource('OrderAction'));
  const { declined: _declined, userName: _userName, rows: _rows, ...allowed } = Object(body.properties);
  const properties = {
    ...allowed,
    changes: {
      ...changesBody('changeNotes'),
      description: 'The changed data and change notes of a COMPLETE order for which the bypass is requested.',
    },
    approve: {
      type: 'boolean',
      description: 'Whether VALIDATION_BYPASS_APPROVED also approves the order.',
    },
  };
  return { ...body, properties, 'x-read-only': [...[readOnly].flat(), 'declined', 'userName', 'rows'] };
}

const documentation: Documentation = {
  ...documentationOf(orders, 'update', ['GS_VALIDATION_REJECTED', 'RESOURCE_INOPERABLE']),
  summary: 'Request a validation bypass, approve or reject one, or add or resolve a note',
  description:
    'A bypass request lists all validation problems of the draft, or of the change of a COMPLETE order, and submits it for approval. A moderator other than the requester approves all or part of it, or rejects it with a reason. The user who approved the order can undo the approval within 30 seconds. A note can be pinned to a field of the form (`path`); it stays open until the user of the order or a moderator resolves it. Returns the order.',
  status: 201,
  headers: { ...ifMatch, ...idempotencyKey },
};
