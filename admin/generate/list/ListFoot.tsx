import { Box, Typography } from '@mui/material';
import { type Identifier, Pagination, useGetList, useListContext } from 'react-admin';
import { sum } from '#grammar/decimal/decimal.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { sumsOf, totalOf } from '../../provider/cursor-pagination.ts';
import type { ListMeta } from '../../provider/expansions.ts';
import { countWithNoun, defaultSort } from '../catalogue.ts';
import { useVisible } from '../field-access.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { valueAt } from '../useFieldValue.ts';

/** Limits the length of the URL that requests the sum of selected records. */
const maxSummedIds = 300;

/** Foot of a list: number and sum of the matches, keyboard shortcuts, and pages. */
export function ListFoot() {
  const { override } = useResourceScreen();
  const { data = [], page, perPage, total, meta } = useListContext();
  const atLeast = total === undefined ? totalOf({ meta }) : undefined;
  const first = (page - 1) * perPage;
  const rows = `${(first + 1).toLocaleString('en-US')}–${(first + data.length).toLocaleString('en-US')}`;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', columnGap: 2 }}>
      <MatchSum />
      {data.length > 0 && (
        <Typography
          variant="caption"
          color="text.secondary"
          sx={{ mr: 'auto', display: { xs: 'none', md: 'block' }, '@media (hover: none)': { display: 'none' } }}
        >
          <kbd>j</kbd> and <kbd>k</kbd> move between rows, <kbd>x</kbd> selects, <kbd>Enter</kbd> opens
          {(override.decisions ?? []).map(({ key, label }) => (
            <span key={key}>
              , <kbd>{key}</kbd> is <span>{label}</span>
            </span>
          ))}
        </Typography>
      )}
      <Pagination
        rowsPerPageOptions={[10, 25, 50, 100]}
        {...(atLeast ? { labelDisplayedRows: () => `${rows} of more than ${atLeast.toLocaleString('en-US')}` } : {})}
      />
    </Box>
  );
}

/** The amounts of a resource that the user may see. Lists request their sums. */
export function useAmountFields(): Field[] {
  const { resource } = useResourceScreen();
  const isVisible = useVisible();
  return resource.fields.filter((field) => field.kind === 'money' && isVisible(field));
}

/** '133 orders, $12,345.00', for resources with amounts. The API adds up at most 10,000 matches. */
function MatchSum() {
  const { resource } = useResourceScreen();
  const { total, meta } = useListContext();
  const fields = useAmountFields();
  if (fields.length === 0 || total === 0) return null;
  return (
    <Typography component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {matchSummary(resource, { total, meta, fields })}
    </Typography>
  );
}

interface Matches {
  total: number | undefined;
  /** The list's meta, with its sums or the minimum of its total. */
  meta: unknown;
  fields: Field[];
}

/** Count and sums of a list: '133 orders, $12,345.00', or 'Over 10,000 orders' if there are more than the API counts. */
export function matchSummary(resource: Resource, { total, meta, fields }: Matches): string {
  if (total !== undefined) return [countWithNoun(resource, total), ...sumTexts(fields, sumsOf(meta))].join(', ');
  const atLeast = totalOf({ meta });
  return atLeast === undefined ? '' : `Over ${countWithNoun(resource, atLeast)}`;
}

/** The sums as texts, with labels if there are several. */
function sumTexts(fields: Field[], sums: Record<string, unknown> | undefined): string[] {
  return fields.flatMap(({ name, label, property }) => {
    const text = moneyText(sums?.[name], property['x-money']);
    return text === '' ? [] : [fields.length > 1 ? `${label} ${text}` : text];
  });
}

/** Returns the sum of the selected records, for the text after their count: ', $345.00'. Records of other pages are added up by the API. */
export function useSelectionSum(ids: Identifier[]): string {
  const { resource } = useResourceScreen();
  const { data = [] } = useListContext();
  const fields = useAmountFields();
  const selected = data.filter(({ id }) => ids.includes(id));
  const isHere = selected.length === ids.length;
  const meta: ListMeta = { sum: fields.map(({ name }) => name) };
  const { meta: answer } = useGetList(
    resource.path,
    { filter: { id: ids }, sort: defaultSort(resource), pagination: { page: 1, perPage: 1 }, meta },
    { enabled: fields.length > 0 && !isHere && ids.length <= maxSummedIds },
  );
  const texts = sumTexts(fields, isHere ? amountsOf(selected, fields) : sumsOf(answer));
  return texts.map((text) => `, ${text}`).join('');
}

/** Adds up the amounts of records exactly, by field name. Missing amounts count as 0. */
export function amountsOf(records: object[], fields: Pick<Field, 'name'>[]): Record<string, number> {
  const amounts = (name: string) =>
    records.map((record) => valueAt(record, name)).filter((value) => typeof value === 'number');
  return Object.fromEntries(fields.map(({ name }) => [name, sum(amounts(name))]));
}
