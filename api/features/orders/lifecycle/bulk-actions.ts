import type { JsonMap, Order } from '#schemas/generated/types.ts';
import {
  type BulkTransition,
  bulkTransitions,
  isBulkField,
  orderBulkActions,
  transitionRows,
} from '#schemas/orders/bulk-actions.ts';
import { stageNames, stageOf } from '#schemas/orders/order-stage.ts';
import type { TransitionInput } from '#schemas/orders/transitions.ts';
import { type BulkAction, type BulkCall, bulkTargetOf, setInput } from '../../../engine/bulk/bulk-actions.ts';
import { asBody } from '../../../engine/resource/routes/routes.ts';
import type { JsonSchema } from '../../../engine/resource/schemas/body-schema.ts';
import { ApiError } from '../../../platform/errors/catalogue.ts';
import { duplicateOrder } from '../editing/copy.ts';
import type { OrderWrite } from '../editing/order-write.ts';
import { orders } from '../list/orders.ts';
import { checkOrderWrite, newOrderWrite, writeOrder } from './write-order.ts';

type WriteOf = (call: BulkCall<Order>) => OrderWrite | Promise<OrderWrite>;

/** A bulk action that is one write of the order pipeline; its preview makes all steps but the last. */
const bulkWrite = (input: JsonSchema, writeOf: WriteOf): BulkAction<Order> => ({
  input,
  check: async (call) => void (await checkOrderWrite({ ...(await writeOf(call)), isPreview: true })),
  run: async ({ storeResponse, ...call }) => await writeOrder({ ...(await writeOf(call)), storeResponse }),
});

const saveOf = ({ viewer, record }: BulkCall<Order>, body: Partial<Order>): OrderWrite => ({
  viewer,
  current: record,
  revision: record.revision,
  body,
});

/** The input of a transition as JSON Schema. */
function transitionInput(inputs: readonly TransitionInput[]): JsonSchema {
  const properties = inputs.map(({ field, label, choices, maxLength = 5_000 }) => [
    field,
    { type: 'string', title: label, ...(choices ? { enum: Object.keys(choices) } : { maxLength }) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: inputs.flatMap(({ field, isRequired }) => (isRequired ? [field] : [])),
    additionalProperties: false,
  };
}

function transitionAction(action: BulkTransition): BulkAction<Order> {
  const [row] = transitionRows(action);
  const to = row?.to;
  if (!row || !to) throw new Error(`The transition ${action} leads to no status`);
  return bulkWrite(transitionInput(row.inputs), (call) => {
    assertPossible(action, call.record);
    return saveOf(call, { ...inputOf(call), status: to });
  });
}

const inputOf = ({ input }: { input: JsonMap }) => asBody<Partial<Order>>(input);

/**
 * Throws REQUEST_DENIED for an order in a state that the transition does not start from. A save with the status that the
 * order has would do nothing, and one to PENDING would be a change of a COMPLETE order.
 */
function assertPossible(action: BulkTransition, order: Order): void {
  const from = transitionRows(action).flatMap((each) => each.from);
  const stage = stageOf(order);
  if (from.includes(stage)) return;
  const done = orderBulkActions.find((each) => each.action === action)?.done ?? action;
  const only = from.map((each) => stageNames[each]).join(' or ');
  throw new ApiError('REQUEST_DENIED', {
    reason: `Only ${only} can be ${done}, not ${stageNames[stage]}`,
    details: { status: order.status },
  });
}

const noInput: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

const duplicate = bulkWrite(noInput, async ({ viewer, record }) =>
  newOrderWrite({ viewer, ...(await duplicateOrder(record, viewer, { isForOther: false })) }),
);

/** The bulk jobs of orders: transitions, changes of properties and duplicates. */
export const orderBulkTarget = bulkTargetOf({
  name: 'Order',
  declaration: orders,
  own: {
    nameOf: ({ campaign, refCode }) => (campaign ? `${campaign}, ${refCode}` : refCode),
    actions: {
      ...Object.fromEntries(bulkTransitions.map((action) => [action, transitionAction(action)])),
      set: bulkWrite(setInput('Order', isBulkField), (call) => saveOf(call, inputOf(call))),
      duplicate,
    },
  },
});
