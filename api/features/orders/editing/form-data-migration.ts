import { carryFormData } from '#schemas/changes/upgrade/carry.ts';
import { summarizeUpgrade, type UpgradeSummary } from '#schemas/changes/upgrade/upgrade.ts';
import type { FillResult } from '#schemas/forms/fill.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { type ApiError, invalidRecord } from '../../../platform/errors/catalogue.ts';
import { fillForm } from '../../forms/fill.ts';
import type { OrderForm } from '../lines/order-problems.ts';

/** Form data migrated to another form or form version, with a report of what happens to each value. */
export interface MigratedFormData {
  filled: FillResult;
  upgrade: UpgradeSummary;
}

/** Migrates form data to another form, which fills in its own defaults as for a new order (design 7). */
export async function migrateFormData(to: OrderForm, from: OrderForm, before: JsonMap): Promise<MigratedFormData> {
  const carried = carryFormData(from.form, to.form, before);
  const filled = await fillForm(to.form, { data: carried.data, as: 'new' }, to.context);
  return { filled, upgrade: summarizeUpgrade(carried, { from: from.form, to: to.form, before, after: filled.data }) };
}

/**
 * The error for a migration that would drop values without the user's consent: path, label and text of each (design 6).
 */
export function droppedValuesError(dropped: UpgradeSummary['dropped']): ApiError {
  return invalidRecord(
    dropped.map(({ path, label, text }) => ({
      path: `/formData${path}`,
      message: `“${label}” is not in the form: ${text} would be dropped`,
    })),
  );
}
