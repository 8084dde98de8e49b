/** The groupings of revenue in a report, each with the field of a row's data that it uses (design 8). */
export const groupings = {
  fiscalMonth: 'fiscal_year_month',
  industry: 'industry',
  productGroup: 'product_group',
  salesChannel: 'sales_channel',
} as const;

export type Grouping = keyof typeof groupings;

/** Whether a value is one of the groupings. */
export const isGrouping = (name: unknown): name is Grouping =>
  typeof name === 'string' && Object.hasOwn(groupings, name);
