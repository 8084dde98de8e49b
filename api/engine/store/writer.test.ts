import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { resource } from './model.ts';
import { recordReader } from './reader.ts';
import { recordWriter } from './writer.ts';

const { document: write } = recordWriter(resource('Order'));
const read = recordReader(resource('Order'));
const id = (digit: string) => digit.repeat(24);

const order = {
  id: id('a'),
  revision: 3,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-02-02T03:04:05.678Z',
  form: id('b'),
  user: id('c'),
  channelId: id('d'),
  client: null,
  submissionDate: '2026-01-03T00:00:00.000Z',
  products: [{ id: 'x'.repeat(16), product: id('e'), data: { weeks: 4 } }],
  treeScope: [id('f'), id('1')],
  formData: { start: '2026-01-02T03:04:05.678Z', owner: id('b') },
};

describe('writing a record in a bulk insert', () => {
  it('stores it so that it reads back unchanged, with the defaults of its schema', () => {
    expect(read(write(order), false)).toEqual({
      ...order,
      status: 'DRAFT',
      formVersion: 1,
      changeDate: null,
      cancelationReason: null,
      cancelationDate: null,
      actions: [],
      amount: null,
      approval: null,
      campaign: null,
      clientIndustry: null,
      clientName: null,
      userName: null,
      channelName: null,
      assignedTo: null,
      neededBy: null,
      problemCount: 0,
      waiverCount: 0,
      columnTexts: '',
      files: [],
      validationMode: 'NORMAL',
      versionCount: 0,
      openVersion: null,
      lastActor: null,
      lastOrder: null,
      onboardedAt: null,
      sentBackReason: null,
      waitingSince: null,
      bypassRequestedBy: null,
      waivers: [],
    });
  });

  it("stores references and dates in the database's types, in lists as well, and free-form data as it is", () => {
    const document = write(order);
    expect(document._id).toBeInstanceOf(mongoose.Types.ObjectId);
    expect(document.treeScope).toEqual(order.treeScope.map((each) => new mongoose.Types.ObjectId(each)));
    expect(document.products).toMatchObject([{ product: new mongoose.Types.ObjectId(id('e')) }]);
    expect(document.submissionDate).toEqual(new Date(order.submissionDate));
    expect(document.formData).toEqual(order.formData);
  });

  it('sets revision 1, the current time and a new id when none are given', () => {
    const { _id, revision, createdAt, updatedAt } = write({ form: id('b') });
    expect({ _id, revision, createdAt, updatedAt }).toEqual({
      _id: expect.any(mongoose.Types.ObjectId),
      revision: 1,
      createdAt: expect.any(Date),
      updatedAt: createdAt,
    });
  });

  it('stores the fields that lists filter and sort by before the large ones', () => {
    const copies = { clientName: 'Heller', userName: 'Uma', channelName: 'Radio' };
    const names = Object.keys(write({ ...order, treeScope: [order.user] }, { ...copies, searchKeys: ['heller'] }));
    expect(names[0]).toBe('_id');
    for (const early of ['status', 'treeScope', 'channelId', 'client', 'user', 'form', 'updatedAt', 'createdAt'])
      expect(names.indexOf(early), early).toBeLessThan(names.indexOf('formData'));
    for (const copy of Object.keys(copies)) expect(names.indexOf(copy), copy).toBeLessThan(names.indexOf('formData'));
    expect(names.indexOf('treeScope')).toBeLessThan(10);
    expect(names.at(-1)).toBe('searchKeys');
  });

  it('gives each record its own copy of a default value', () => {
    expect(write({}).actions).not.toBe(write({}).actions);
  });

  it('throws for a field that the schema does not have', () => {
    expect(() => write({ colour: 'red' })).toThrow('Order has no field colour');
  });
});
