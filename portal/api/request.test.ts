import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './ApiError.ts';
import { onSessionEnd, queryString, request } from './request.ts';

const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(JSON.stringify(body), { status })));
const failure = (pending: Promise<unknown>) =>
  pending.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(() => vi.unstubAllGlobals());

describe('an API request', () => {
  it('sends the revision as If-Match, and the idempotency key', async () => {
    answer(200, { id: 'o' });
    await request({ method: 'PATCH', path: 'orders/o', body: {}, revision: 7, idempotencyKey: 'k' });
    expect(vi.mocked(fetch).mock.calls[0]).toMatchObject([
      '/api/orders/o',
      { method: 'PATCH', credentials: 'include', headers: { 'If-Match': '"7"', 'Idempotency-Key': 'k' } },
    ]);
  });

  it('rejects with the code, the reason and the fields of an error response', async () => {
    const fields = [{ path: '/formData/start', value: '', message: 'Missing required field: Start' }];
    answer(422, {
      error: 'Validation error(s)',
      code: 'GS_VALIDATION_REJECTED',
      reqId: 'r',
      reason: 'No',
      details: { fields },
    });
    expect(await failure(request({ path: 'orders' }))).toMatchObject({
      code: 'GS_VALIDATION_REJECTED',
      status: 422,
      message: 'No',
      reqId: 'r',
      fields,
    });
  });

  it('rejects with UNKNOWN when there is no response, or one that is not from the API', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));
    expect(await failure(request({ path: 'orders' }))).toMatchObject({ code: 'UNKNOWN', status: 0 });
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('<html>', { status: 502 })));
    expect(await failure(request({ path: 'orders' }))).toMatchObject({ code: 'UNKNOWN', status: 502 });
  });

  it('notifies session-end listeners of a 401, except for open requests such as sign-in', async () => {
    const listener = vi.fn();
    const stop = onSessionEnd(listener);
    answer(401, { error: 'Authentication required', code: 'AUTHENTICATION_REQUIRED', reqId: 'r' });
    expect(await failure(request({ path: 'users/me', isOpen: true }))).toBeInstanceOf(ApiError);
    expect(listener).not.toHaveBeenCalled();
    answer(401, { error: 'Authentication required', code: 'AUTHENTICATION_REQUIRED', reqId: 'r' });
    await failure(request({ path: 'orders' }));
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  it('omits empty parameters from the query string', () => {
    expect(queryString({ page: 1, search: '', status: ['DRAFT', 'PENDING'], client: undefined, user: null })).toBe(
      '?page=1&status=DRAFT%2CPENDING',
    );
    expect(queryString({})).toBe('');
  });
});
