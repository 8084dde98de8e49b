import { expect, it } from 'vitest';
import { ApiError } from '../../api/ApiError.ts';
import { isSortRefused } from './NoOrders.tsx';

const refusal = (...paths: string[]) =>
  new ApiError(400, {
    error: 'Request invalid',
    code: 'REQUEST_SCHEMA_INVALID',
    details: { fields: paths.map((path) => ({ path, message: 'Limited to 10,000 records' })) },
  });

it('another sort helps only if the API refuses nothing but the sort', () => {
  expect(isSortRefused(refusal('/sort'))).toBe(true);
  expect(isSortRefused(refusal('/campaign.contains', '/sort'))).toBe(false);
  expect(isSortRefused(refusal())).toBe(false);
  expect(isSortRefused(new Error('Offline'))).toBe(false);
});
