import type { ShownOrder } from '#portal/api/queries.ts';
import type { Order } from '#schemas/generated/types.ts';

/** An order as it is stored, a draft without anything but what is given. */
export const aStoredOrder = (fields: Partial<Order>): Order => ({
  id: 'o',
  revision: 1,
  createdAt: '',
  updatedAt: '',
  refCode: 'AB12CD34',
  status: 'DRAFT',
  form: 'f',
  formVersion: 1,
  client: null,
  user: 'u',
  channelId: 'ch',
  lastEditedBy: 'u',
  lastActor: null,
  products: [],
  amount: null,
  submissionDate: null,
  changeDate: null,
  cancelationReason: null,
  cancelationDate: null,
  sentBackReason: null,
  actions: [],
  validationMode: 'NORMAL',
  formData: {},
  treeScope: [],
  files: [],
  openVersion: null,
  waivers: [],
  waitingSince: null,
  bypassRequestedBy: null,
  campaign: null,
  clientName: null,
  userName: null,
  columnTexts: '',
  onboardedAt: null,
  versionCount: 0,
  ...fields,
});

/** The same as the portal shows it. */
export const anOrder = (fields: Partial<ShownOrder>): ShownOrder => ({ ...aStoredOrder({}), ...fields });
