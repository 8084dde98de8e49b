import type { FastifyBaseLogger } from 'fastify';
import { columnPaths } from '#schemas/forms/column-paths.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import type { Order } from '#schemas/generated/types.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { fromNow, now } from '../../../platform/clock/clock.ts';
import type { ApiError, Problem } from '../../../platform/errors/catalogue.ts';
import type { ParsedFormVersion } from '../../forms/read-forms.ts';
import { validationError } from '../lines/order-problems.ts';

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
export function countedValidationError(rejection: ValidationRejection): ApiError {
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
