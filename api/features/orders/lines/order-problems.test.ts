import { describe, expect, it } from 'vitest';
import type { Channel, Form, User } from '#schemas/generated/types.ts';
import { blankOrder } from '#schemas/orders/blank-order.ts';
import { cachedForm } from '../../forms/read-forms.ts';
import { isOpen, orderForm } from './order-problems.ts';
import type { References } from './references.ts';

const [channelId = '', formId = '', userId = ''] = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const channel: Channel = JSON.parse(`{"id":"${channelId}","name":"Radio","slug":"radio","entityId":"${formId}"}`);
const user: User = JSON.parse(`{"id":"${userId}","name":"Ada","email":"ada@example.com","roles":["ADMIN"]}`);
const form: Form = JSON.parse(`{"id":"${formId}","version":1,"formSchema":{"version":1,"root":{"type":"container"}}}`);

const contextWith = (references: Partial<References>) => {
  const order = blankOrder({ channelId, form: formId, user: userId });
  const none = { form, read: cachedForm(form), channelId: null, client: null, user: null };
  return orderForm(order, { ...none, ...references }).context;
};

describe('the context of the scripts of an order', () => {
  it('contains the id, the name and the slug of its channel, and nothing else of the channel', () => {
    expect(contextWith({ channelId: channel }).channel).toEqual({ id: channelId, name: 'Radio', slug: 'radio' });
  });

  it('contains the id, the name and the e-mail address of its user, and nothing else of the user', () => {
    expect(contextWith({ user }).user).toEqual({ id: userId, name: 'Ada', email: 'ada@example.com' });
  });

  it('contains null for a channel, a client and a user that no longer exist', () => {
    expect(contextWith({})).toMatchObject({ channel: null, client: null, user: null });
  });
});

it.each([
  ['DRAFT', true],
  ['PENDING', true],
  ['COMPLETE', false],
  ['CANCELED', false],
] as const)('an order in status %s is still validated: %s', (status, isStillValidated) => {
  expect(isOpen({ status })).toBe(isStillValidated);
});
