/** The groupings of imported rows in a report, each with the field of a row's data that it uses (design 8). */
export const groupings = {
  fiscalMonth: 'fiscal_year_month',
  industry: 'industry',
  productGroup: 'product_group',
  salesChannel: 'sales_channel',
} as const;

/**
 * The groupings of orders by a record, with the properties of the order that have its id and its name. Groups are those of
 * ids, because different records can have the same name.
 */
export const recordGroupings = {
  channel: { id: 'channelId', name: 'channelName' },
  person: { id: 'user', name: 'userName' },
} as const;

type RecordGrouping = keyof typeof recordGroupings;

/** The groupings of orders in a report, each with the property of the order that it uses. */
export const orderGroupings = {
  submissionMonth: 'submissionDate',
  channel: recordGroupings.channel.id,
  status: 'status',
  person: recordGroupings.person.id,
  clientIndustry: 'clientIndustry',
} as const;

/** The field that each grouping uses. */
export const groupingFields = { ...groupings, ...orderGroupings } as const;

export type Grouping = keyof typeof groupingFields;

/** Whether a value is one of the groupings. */
export const isGrouping = (name: unknown): name is Grouping =>
  typeof name === 'string' && Object.hasOwn(groupingFields, name);

/** Whether the groups are records, so that their values are ids. */
export const isRecordGrouping = (name: unknown): name is RecordGrouping =>
  typeof name === 'string' && Object.hasOwn(recordGroupings, name);

/** Whether the groups are months, which have an order of their own. */
export const isMonthGrouping = (grouping: Grouping): boolean =>
  grouping === 'fiscalMonth' || grouping === 'submissionMonth';
