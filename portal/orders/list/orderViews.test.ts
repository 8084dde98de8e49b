import { describe, expect, it } from 'vitest';
import { orderFilterQuery, orderFiltersFromParams } from './orderFilters.ts';
import { backOfficeViewOf, portalViewOf } from './orderViews.ts';

const one = 'a'.repeat(24);
const me = 'b'.repeat(24);
const usual = ['campaign', 'client', 'amount', 'status', 'user', 'submissionDate', 'updatedAt'];

describe('a view of orders that is shared in the back-office', () => {
  it('has the same filters, sort order and columns in the portal', () => {
    const { query, leftOut } = portalViewOf({
      filter: {
        q: 'rye',
        status: ['DRAFT', 'PENDING'],
        client: one,
        channelId: one,
        amount: { from: 500, to: 900 },
        campaign: { contains: 'spring' },
        submissionDate: { is: 'empty' },
        createdAt: 'this_month',
      },
      sort: { field: 'amount', order: 'DESC' },
      columns: ['campaign', 'client', 'amount'],
    });
    expect(leftOut).toEqual([]);
    const params = new URLSearchParams(query);
    expect(Object.fromEntries(params)).toEqual({
      search: 'rye',
      client: one,
      across: 'yes',
      hidden: 'status,user,submissionDate,updatedAt',
      sort: '-amount',
      'f.status': 'DRAFT,PENDING',
      'f.channelId': one,
      'f.amount.from': '500',
      'f.amount.to': '900',
      'f.campaign.contains': 'spring',
      'f.submissionDate.is': 'empty',
      'f.createdAt': 'this_month',
    });
    expect(orderFilterQuery(orderFiltersFromParams(params), { channel: { id: me, name: '' }, me })).toMatchObject({
      status: 'DRAFT,PENDING',
      channelId: one,
    });
  });

  it('has the columns of its form, their filters and sort order', () => {
    const filter = { 'formData.fee': { from: 5 }, 'formData.when': 'today', form: [one] };
    const sort = { field: 'formData.fee', order: 'ASC' };
    const { query, leftOut } = portalViewOf({ filter, sort, columns: [...usual, 'formData.fee', 'formData.when'] });
    expect(leftOut).toEqual([]);
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      form: one,
      across: 'yes',
      columns: 'fee,when',
      sort: 'formData.fee',
      'f.formData.fee.from': '5',
      'f.formData.when': 'today',
    });
    expect(backOfficeViewOf({ address: query }, me)).toMatchObject({
      config: { columns: [...usual, 'formData.fee', 'formData.when'], sort },
      leftOut: [],
    });
    const without = portalViewOf({ filter: { form: one }, columns: usual });
    expect(orderFiltersFromParams(new URLSearchParams(without.query)).columns).toEqual([]);
  });

  it('has days of the reader as instants in the back-office', () => {
    const { config } = backOfficeViewOf(
      { address: 'f.submissionDate.from=2026-11-27&f.submissionDate.to=2026-11-27' },
      me,
    );
    const submissionDate = {
      from: new Date(2026, 10, 27).toISOString(),
      to: new Date(2026, 10, 27, 23, 59, 59, 999).toISOString(),
    };
    expect(config).toMatchObject({ filter: { submissionDate } });
  });

  it('names what the portal cannot show', () => {
    const view = portalViewOf({
      filter: { 'formData.fee': 5, assignedTo: one, campaign: { contains: 'Rye, and more' }, status: 'DRAFT' },
      sort: { field: 'neededBy', order: 'ASC' },
      columns: ['campaign', 'createdAt'],
    });
    expect(view.leftOut).toEqual([
      'Filter: Fee',
      'Filter: Assigned to',
      'Filter: Campaign',
      'Column: Created at',
      'Sort order: Needed by',
    ]);
    expect(new URLSearchParams(view.query).get('status')).toBe('draft');
  });

  it('shows all orders if its configuration is invalid', () => {
    expect(portalViewOf({ filter: 1, sort: [], columns: {} })).toEqual({ query: 'across=yes', leftOut: [] });
  });
});

describe('a view of orders that is shared in the portal', () => {
  it('has the same filters, sort order and columns in the back-office', () => {
    const address = new URLSearchParams({
      status: 'pending',
      search: 'rye',
      user: 'me',
      across: 'yes',
      hidden: 'client,user',
      sort: '-amount',
      'f.amount.from': '500',
      'f.amount.to': '900',
      'f.status.not': 'DRAFT,CANCELED',
      'f.submissionDate': 'today',
    });
    expect(backOfficeViewOf({ address: String(address) }, me)).toEqual({
      config: {
        filter: {
          q: 'rye',
          status: 'PENDING',
          user: me,
          amount: { from: '500', to: '900' },
          submissionDate: 'today',
        },
        sort: { field: 'amount', order: 'DESC' },
        columns: ['campaign', 'amount', 'status', 'submissionDate', 'updatedAt'],
      },
      leftOut: ['Filter: Status'],
    });
  });

  it('has the columns of its form, their filters and sort order', () => {
    const address = `form=${one}&across=yes&columns=fee,when&sort=-formData.fee&f.formData.fee.from=5`;
    expect(backOfficeViewOf({ address }, me)).toEqual({
      config: {
        filter: { form: one, 'formData.fee': { from: '5' } },
        sort: { field: 'formData.fee', order: 'DESC' },
        columns: [...usual, 'formData.fee', 'formData.when'],
      },
      leftOut: [],
    });
    // Columns that the form shows by default are not in the address, but stored with the view.
    expect(backOfficeViewOf({ address: `form=${one}&across=yes`, columns: ['fee'] }, me).config.columns).toEqual([
      ...usual,
      'formData.fee',
    ]);
  });

  it('names what the back-office cannot show', () => {
    expect(backOfficeViewOf({ address: 'columns=fee&f.formData.fee.from=5' }, me)).toMatchObject({
      config: { filter: {}, columns: usual },
      leftOut: ['Filter: the channel that is open in the portal', 'Filter: Fee'],
    });
  });

  it('has the days of the reader as instants', () => {
    const { config } = backOfficeViewOf({ address: 'from=2026-03-01&to=2026-03-02' }, me);
    expect(config).toMatchObject({
      filter: { updatedAt: { from: new Date(2026, 2, 1).toISOString() } },
      sort: { field: 'updatedAt', order: 'DESC' },
    });
  });
});
