import { queryOptions } from '@tanstack/react-query';
import type { Form, JsonMap } from '#schemas/generated/types.ts';
import { request } from '../../api/request.ts';

/** A table column of a form, as a list of its orders shows it. */
export interface FormColumn {
  path: string;
  title: string;
  /** Shown where nobody has chosen. */
  isUsual: boolean;
  isNumber: boolean;
  /** What a row's form data hold there, for reading. */
  text: (data: JsonMap | undefined) => string;
}

/** The table columns of a form; what reads forms is loaded with the first. */
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

/** Those that are shown: the chosen ones, else those that the form shows by itself. */
export const shownColumns = (columns: readonly FormColumn[], chosen: readonly string[] | null): FormColumn[] =>
  columns.filter(({ path, isUsual }) => (chosen ? chosen.includes(path) : isUsual));
