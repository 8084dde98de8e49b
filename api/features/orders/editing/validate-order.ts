import type { FastifyBaseLogger } from 'fastify';
import { columnPaths } from '#schemas/forms/column-paths.ts';
import { pathsWithFormatErrors } from '#schemas/forms/format-errors.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { keysOf, valueUnder } from '#schemas/forms/pointer.ts';
import { widgetAtPath } from '#schemas/forms/widget-at-path.ts';
import type { Order } from '#schemas/generated/types.ts';
import { isRowIndex } from '#schemas/orders/field-notes.ts';
import { stageOf } from '#schemas/orders/order-stage.ts';
import { openWaivers, type Waiver, withValidationMode } from '#schemas/orders/waivers.ts';
import { may, type Viewer, viewerNow } from '../../../engine/access/viewer.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { fromNow, now } from '../../../platform/clock/clock.ts';
import { ApiError, invalidRecord, type Problem } from '../../../platform/errors/catalogue.ts';
import type { ParsedFormVersion } from '../../forms/read-forms.ts';
import { markExistingProblems, stateBeforeChange } from '../history/versions.ts';
import {
  isOpen,
  type OrderForm,
  type OrderProblem,
  orderForm,
  orderProblems,
  validationError,
} from '../lines/order-problems.ts';
import { problemsOfStoredData } from '../lines/problem-cache.ts';
import type { References } from '../lines/references.ts';
import { contextFor, type FilledWrite } from './fill-order.ts';
import type { OrderWrite } from './order-write.ts';

/** A write that has passed validation. */
export interface ValidatedWrite extends FilledWrite {
  /** Problems of the order after the write; undefined for a closed order. */
  problems: OrderProblem[] | undefined;
  /** The rejections that an order action is about. */
  rejections: Pick<Waiver, 'path' | 'message'>[];
}

/** Limit of rejections per request, as in the schema. */
const maxWaivers = 200;

/**
 * Step 4 of a write: validation. A checked transition is rejected with every problem it introduces; a bypass request
 * asks to waive them. Throws GS_VALIDATION_REJECTED, and REQUEST_DENIED for a bypass request without any problem.
 */
export async function validateOrder(write: FilledWrite): Promise<ValidatedWrite> {
  const { order, filled, transition, log, current } = write;
  const { form } = write.resolved;
  const rejections = rejectionsOf(write);
  assertNotePath(write);
  if (!filled || (transition ? !transition.isValidated : !isOpen(order)))
    return { ...write, rejections, problems: await problemsAfter(write, order) };
  const problems = await problemsAfterWrite(write);
  const introduced = problems.filter(({ isExisting }) => !isExisting);
  if (transition?.effects.includes('requestWaivers')) return await requestWaivers(write, introduced);
  if (transition && introduced.length > 0) {
    const existing = problems.filter(({ isExisting }) => isExisting);
    if (write.isPreview) throw validationError(introduced, existing);
    throw countedValidationError({ order: current, form: form.form, problems: introduced, existing, log });
  }
  // Scripts that read $order may give another result in the new status.
  const isKnown = isOpen(order) && (!transition || !form.form.contextReads.has('order'));
  return { ...write, rejections, problems: isKnown ? problems : await problemsAfter(write, order) };
}

/** Throws DATABASE_VALIDATION_ERROR unless a pinned note names a field of the order's form, in rows that exist. */
function assertNotePath({ action, current, resolved }: FilledWrite): void {
  const path = action?.path;
  if (path === undefined || isFieldPath(resolved.form.form, current, path)) return;
  throw invalidRecord([
    { path: '/path', value: path, message: "Must be the JSON pointer of a field of the order's form" },
  ]);
}

/** Whether a JSON pointer leads to a value or a list of the form's data, through rows that exist. */
function isFieldPath(form: ParsedFormVersion, { formData }: Order, path: string): boolean {
  const [first, ...keys] = keysOf(path);
  const widget = widgetAtPath(
    form,
    keys.filter((key) => !isRowIndex(key)),
  )?.widget;
  const rows = keys.flatMap((key, index) => (isRowIndex(key) ? [valueUnder(formData, keys.slice(0, index + 1))] : []));
  const isInRows = rows.length === widget?.scope.lists.length && rows.every(isRecord);
  const isField = widget !== undefined && widgetKinds[widget.type].holds !== 'group';
  return first === 'formData' && isField && isInRows && !isRowIndex(keys.at(-1) ?? '');
}

/** The problems of an order after a write. */
export async function problemsAfterWrite(write: FilledWrite): Promise<OrderProblem[]> {
  const { order, filled, viewer, resolved } = write;
  const form = { ...resolved.form, context: contextFor(write, resolved.form) };
  return await withExistingMarked(write, form, await orderProblems(order, form, viewer, filled?.problems));
}

/** The rejections an action decides about: those it grants, or all requested ones. */
function rejectionsOf({ action, current, order }: FilledWrite): Waiver[] {
  const open = openWaivers(current);
  if (action?.kind === 'VALIDATION_BYPASS_REJECTED') return open;
  if (action?.kind !== 'VALIDATION_BYPASS_APPROVED') return [];
  const isGranted = ({ path, message }: Waiver) =>
    order.waivers.some((each) => each.isGranted && each.path === path && each.message === message);
  return open.filter(isGranted);
}

/**
 * A bypass request lists all problems of the order. Problems that no waiver can cover reject the request itself (design
 * 6).
 */
async function requestWaivers(write: FilledWrite, problems: OrderProblem[]): Promise<ValidatedWrite> {
  const { order, action, viewer } = write;
  const { form } = write.resolved;
  if (problems.length === 0)
    throw new ApiError('REQUEST_DENIED', { reason: 'This order has no validation errors: submit it for approval' });
  if (problems.length > maxWaivers)
    throw new ApiError('REQUEST_DENIED', { reason: `At most ${maxWaivers} rejections can be waived` });
  const invalidPaths = new Set(
    pathsWithFormatErrors(form.form, order.formData, form.context).map((path) => `/formData${path}`),
  );
  const notWaivable = problems.filter(({ path }) => !path.startsWith('/formData') || invalidPaths.has(path));
  if (notWaivable.length > 0) throw validationError(notWaivable);
  await assertModerator(action?.moderator ?? null, order, viewer);
  const rejections = problems.map(({ path, message }) => ({ path, message }));
  const granted = order.waivers.filter(({ isGranted }) => isGranted);
  const orderWithRequest = {
    ...order,
    ...withValidationMode([...granted, ...rejections.map((each) => ({ ...each, isGranted: false }))]),
  };
  return { ...write, order: orderWithRequest, rejections, problems: await problemsAfter(write, orderWithRequest) };
}

/** Throws DATABASE_VALIDATION_ERROR unless the named moderator is another person who may moderate the order. */
async function assertModerator(id: string | null, order: Order, viewer: Viewer): Promise<void> {
  if (id === null) return;
  const moderator = id === viewer.user.id ? null : await viewerNow(id);
  if (moderator && may(moderator, 'moderate', 'Order', order)) return;
  throw invalidRecord([{ path: '/moderator', value: id, message: 'Must be another moderator of this order' }]);
}

/** The problems that the order will have once it is written. */
async function problemsAfter(write: FilledWrite, order: Order): Promise<OrderProblem[] | undefined> {
  if (!isOpen(order)) return undefined;
  const form = orderForm(order, write.resolved.references);
  return await withExistingMarked(write, form, await orderProblems(order, form, write.viewer));
}

/** Marks the problems of a change that the booked order already has. */
async function withExistingMarked(
  write: FilledWrite,
  form: OrderForm,
  problems: OrderProblem[],
): Promise<OrderProblem[]> {
  if (problems.length === 0) return problems;
  const { current, order, transition, viewer, log } = write;
  const isChangeStart = stageOf(current) === 'COMPLETE' && transition?.carriesData;
  const booked = isChangeStart ? current : await stateBeforeChange(current, log);
  return booked ? await markExistingProblems(problems, { order, booked, form, viewer }) : problems;
}

/** The current problems of a stored order. */
export async function currentProblems(
  order: Order,
  { viewer, log }: Pick<OrderWrite, 'viewer' | 'log'>,
  references: References,
): Promise<OrderProblem[] | undefined> {
  if (!isOpen(order)) return undefined;
  const form = orderForm(order, references);
  const known = await problemsOfStoredData(order, form, viewer, references);
  const problems = await orderProblems(order, form, viewer, known);
  const booked = problems.length > 0 ? await stateBeforeChange(order, log) : null;
  return booked ? await markExistingProblems(problems, { order, booked, form, viewer }) : problems;
}

interface ValidationRejection {
  order: Pick<Order, 'form'>;
  form: ParsedFormVersion;
  problems: Problem[];
  /** Problems that already existed and do not block the order. */
  existing?: Problem[];
  log?: FastifyBaseLogger | undefined;
}

/** How long the dashboard can look back (retention of the counts); milliseconds. */
const retention = 90 * 86_400_000;

/** Limit of counted fields per rejected order: an empty order says nothing about the other fields. */
const maxFields = 20;

/**
 * Returns the validation error for these problems, and counts the rejected fields for the dashboard after the response
 * is sent. A failed count is only logged. Entered values are not stored.
 */
function countedValidationError(rejection: ValidationRejection): ApiError {
  setImmediate(() => {
    writeCounts(rejection).catch((error: unknown) =>
      rejection.log?.warn({ err: error }, 'failed to count a rejected order'),
    );
  });
  return validationError(rejection.problems, rejection.existing);
}

async function writeCounts({ order, form, problems }: ValidationRejection): Promise<void> {
  const day = now().toISOString().slice(0, 10);
  const distinct = new Map(problems.map((problem) => [`${pathOf(problem)} ${reasonOf(problem)}`, problem]));
  const labels = new Map(columnPaths(form).map(({ path, widget }) => [path, widgetName(widget)]));
  await Promise.all(
    [...distinct.values()].slice(0, maxFields).map((problem) => {
      const path = pathOf(problem);
      return storeOf('RefusalCount').upsert(
        { day, form: order.form, path, reason: reasonOf(problem) },
        { $set: { label: labels.get(path) ?? path, expires: fromNow(retention) }, $inc: { count: 1 } },
      );
    }),
  );
}

/** The path without row numbers: `/formData/lines/3/quantity` becomes `lines.quantity`. */
const pathOf = ({ path }: Problem): string =>
  path
    .split('/')
    .filter((part, at) => part !== '' && !/^\d+$/.test(part) && !(at === 1 && part === 'formData'))
    .join('.')
    .slice(0, 200);

const reasonOf = ({ message }: Problem) => (message.startsWith('Missing required field') ? 'missing' : 'rule');
