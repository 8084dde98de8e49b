import { isRecord } from '#schemas/forms/is-record.ts';
import { passwordKeys } from '#schemas/forms/passwords.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form, JsonMap, Order } from '#schemas/generated/types.ts';
import { dataFields } from '#schemas/orders/order-fields.ts';
import { idOf, type PopulatedOrder, type SaveResponse } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { idempotencyKeys } from '../../api/useIdempotencyKey.ts';
import { classifySaveError } from '../../editing/autosaveBackoff.ts';
import { deliveryOf } from '../../editing/recordRequests.ts';
import { randomId } from '../../forms/randomId.ts';
import type { OrderPatch } from './savedOrder.ts';

/** Sends what is no change of a stored order: the first save of a new one (`id` is empty), an action or a restore. */
export type OrderPost = (
  id: string,
  save: { changes: OrderPatch; revision: number; isAutomatic: boolean },
) => Promise<SaveResponse>;

/** Returns the function that sends the POST requests of an order's page. `shown` is the order as it was opened. */
export function orderPost(shown: PopulatedOrder, form: Form): OrderPost {
  const keyOf = idempotencyKeys();
  const send: OrderPost = (id, { revision, changes: { action, restore } }) => {
    const path = `orders/${id}`;
    if (!action) return request({ method: 'POST', path: `${path}/versions/${restore}/restore`, revision });
    const idempotencyKey = keyOf({ action, revision });
    return request({ method: 'POST', path: `${path}/actions`, body: action, revision, idempotencyKey });
  };
  const create = orderCreator(shown, form, send);
  return (id, save) => (id ? send : create)(id, save);
}

/** A POST of a new order, with its idempotency key. */
interface CreateRequest {
  body: OrderPatch & Pick<Order, 'channelId' | 'form'>;
  idempotencyKey: string;
}

/**
 * Returns the function that creates a new order with its first changes, and then makes a transition or action that comes
 * with them. A request without an answer may have created the order: it is repeated with the same key, and the changes
 * until now follow. So that a reload repeats it as well, the tab stores it meanwhile (`repeatCreate`), except with
 * passwords.
 */
function orderCreator(shown: PopulatedOrder, form: Form, sendAction: OrderPost): OrderPost {
  const { channelId, client, formData } = shown;
  const mayStore = passwordKeys(readFormWithoutScripts(form.formSchema)).length === 0;
  let unanswered: CreateRequest | undefined;
  return async (_, { changes: { action, ...fields }, isAutomatic }) => {
    const isRepeated = unanswered !== undefined;
    unanswered ??= {
      body: {
        ...{ channelId, form: form.id, client: client && idOf(client) },
        ...partOf(fields, true),
        formData: withCleared(formData, fields.formData ?? formData),
      },
      idempotencyKey: randomId(),
    };
    if (mayStore) storeRequest(shown, unanswered);
    let saved = await post(unanswered, isAutomatic).catch((error: unknown) => {
      if (classifySaveError(error) !== 'unanswered') {
        unanswered = undefined;
        storeRequest(shown, null);
      }
      throw error;
    });
    const rest = isRepeated ? fields : partOf(fields, false);
    if (Object.keys(rest).length > 0)
      // Nobody else knows the order yet, so that there is no revision to compare.
      saved = await request<SaveResponse>({
        method: 'PATCH',
        path: `orders/${saved.id}`,
        body: rest,
        ...deliveryOf(rest, isAutomatic),
      });
    if (action) saved = await sendAction(saved.id, { changes: { action }, revision: saved.revision, isAutomatic });
    storeRequest(shown, null);
    return saved;
  };
}

/** The data of changes, which a POST may contain, or the rest: a status with its remarks. */
const partOf = (changes: OrderPatch, isData: boolean): OrderPatch =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => dataFields.some((field) => field === name) === isData));

/**
 * Repeats the create request that the page sent in this tab before it was reloaded, if its answer is missing. Resolves
 * to the id of the order; undefined if there is none.
 */
export async function repeatCreate(shown: PopulatedOrder): Promise<string | undefined> {
  const stored = storedRequest(shown);
  if (!stored) return undefined;
  try {
    return (await post(stored, false)).id;
  } finally {
    storeRequest(shown, null);
  }
}

const post = ({ body, idempotencyKey }: CreateRequest, isAutomatic: boolean) =>
  request<SaveResponse>({
    method: 'POST',
    path: 'orders',
    body,
    idempotencyKey,
    ...deliveryOf(body, isAutomatic),
  });

/** Returns the data with null for the initial values that were cleared: an absent value would get its initial one. */
function withCleared(initial: JsonMap, data: JsonMap): JsonMap {
  const cleared = Object.keys(initial).filter((key) => !Object.hasOwn(data, key));
  const within = Object.entries(data).map(([key, value]) => {
    const first = initial[key];
    return [key, isRecord(first) && isRecord(value) ? withCleared(first, value) : value];
  });
  return { ...Object.fromEntries(within), ...Object.fromEntries(cleared.map((key) => [key, null])) };
}

const storageKey = ({ channelId, client, user }: PopulatedOrder) =>
  ['_v3new', idOf(user), channelId, client ? idOf(client) : ''].join(':');

/** Stores a create request until it is answered, for a reload in the same tab; null removes it. */
function storeRequest(shown: PopulatedOrder, sent: CreateRequest | null): void {
  try {
    const { timeOrigin } = performance;
    if (sent) sessionStorage.setItem(storageKey(shown), JSON.stringify({ ...sent, timeOrigin }));
    else sessionStorage.removeItem(storageKey(shown));
  } catch {
    // Storage is full or disabled: the order is still created by the request itself.
    return;
  }
}

/** The stored request of an earlier load of the page; one of this load was discarded when its order was left. */
function storedRequest(shown: PopulatedOrder): CreateRequest | null {
  try {
    const stored: (CreateRequest & { timeOrigin: number }) | null = JSON.parse(
      sessionStorage.getItem(storageKey(shown)) ?? 'null',
    );
    return stored?.timeOrigin === performance.timeOrigin ? null : stored;
  } catch {
    return null;
  }
}
