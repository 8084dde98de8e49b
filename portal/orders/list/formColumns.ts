import { queryOptions } from '@tanstack/react-query';
import type { Form, JsonMap } from '#schemas/generated/types.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { ConditionKind } from './orderConditions.ts';

/** A table column of a form in a list of its orders. */
export interface FormColumn {
  path: string;
  title: string;
  /** Visible by default. */
  isDefault: boolean;
  isNumber: boolean;
  /** What its values are, for filters. */
  kind: ConditionKind;
  /** Returns the display text of a row. */
  text: (data: JsonMap | undefined) => string;
}

/** Query options of a form's table columns. The code that parses forms is loaded with the first one. */
export const formColumnsOf = (formId: string) =>
  queryOptions({
    queryKey: ['forms', 'table-columns', formId],
    queryFn: async ({ signal }): Promise<FormColumn[]> => {
      const [form, { readFormColumns }] = await Promise.all([
        request<Form>({ path: `forms/${formId}`, signal }),
        import('./readFormColumns.ts'),
      ]);
      return readFormColumns(form);
    },
    staleTime: 60_000,
  });

/** Returns the visible columns: the selected ones, else the defaults. */
export const shownColumns = (columns: readonly FormColumn[], chosen: readonly string[] | null): FormColumn[] =>
  columns.filter(({ path, isDefault }) => (chosen ? chosen.includes(path) : isDefault));

/** A column for an additional field of orders. */
export interface AdditionalColumn {
  key: string;
  title: string;
  isNumber: boolean;
  text: (order: PopulatedOrder) => string;
}

/**
 * Query options of the columns for additional fields. The code that reads their schema is loaded only if there are any.
 */
export const additionalColumns = queryOptions({
  queryKey: ['orders', 'further-columns'],
  queryFn: async (): Promise<AdditionalColumn[]> => (await import('./readFormColumns.ts')).readAdditionalColumns(),
  staleTime: Number.POSITIVE_INFINITY,
});
