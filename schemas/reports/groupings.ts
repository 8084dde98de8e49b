/** The groupings of imported rows in a report, each with the field of a row's data that it uses (design 8). */
export const groupings = {
  fiscalMonth: 'fiscal_year_month',
  industry: 'industry',
  productGroup: 'product_group',
  salesChannel: 'sales_channel',
} as const;

/** The groupings of orders in a report, each with the property of the order that it uses. */
export const orderGroupings = {
  submissionMonth: 'submissionDate',
  channel: 'channelName',
  status: 'status',
  person: 'userName',
  clientIndustry: 'clientIndustry',
} as const;

/** The field that each grouping uses. */
export const groupingFields = { ...groupings, ...orderGroupings } as const;

export type Grouping = keyof typeof groupingFields;

/** Whether a value is one of the groupings. */
export const isGrouping = (name: unknown): name is Grouping =>
  typeof name === 'string' && Object.hasOwn(groupingFields, name);

/** Whether the groups are months, which have an order of their own. */
export const isMonthGrouping = (grouping: Grouping): boolean =>
  grouping === 'fiscalMonth' || grouping === 'submissionMonth';
