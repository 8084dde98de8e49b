import { LRUCache } from 'lru-cache';
import { safeParse } from 'secure-json-parse';
import { type FillIn, fill } from '#schemas/forms/fill.ts';
import type { Form, FormContext } from '#schemas/forms/form.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { testOrder } from '#schemas/publishing/backtest.ts';
import { readWatched, type WatchedForm } from '#schemas/publishing/coverage.ts';
import { runExamples } from '#schemas/publishing/examples.ts';
import { excessIn } from '../errors/bounded-body.ts';
import { faultyKeyIn } from '../errors/plain-keys.ts';
import { checked } from './checked.ts';
import type { CheckErrand, Errand, ExamplesErrand, FillErrand, TestErrand } from './fill-threads.ts';
import { newRowId } from './row-id.ts';

/** This thread's own forms, by the characters of their schemas. */
const read = new LRUCache<string, Form>({ max: 50, maxSize: 500_000 });

/** Fills a form: JSON in and out, which takes a third of the time that cloning objects takes. */
export function fillInThread({ asked, ...errand }: FillErrand): string {
  return JSON.stringify(filled(errand, JSON.parse(asked)));
}

/**
 * The answer to the text of a check's body, as bytes: who passes both on has nothing to read. None where the body is to be
 * refused, which is left to whoever refuses bodies.
 */
export function checkInThread({ text, ...errand }: CheckErrand): Uint8Array | undefined {
  const body: unknown = safeParse(text);
  if (!isRecord(body) || excessIn(body)) return undefined;
  const { formData, ...others } = body;
  if (!isRecord(formData) || Object.keys(others).length > 0 || faultyKeyIn(formData) !== undefined) return undefined;
  return Buffer.from(JSON.stringify(checked(filled(errand, { data: formData, as: 'sent' }))));
}

/** What a form makes of its examples: JSON in and out. */
export function examplesInThread({ key, source, examples }: ExamplesErrand): string {
  return JSON.stringify(runExamples(formOf(key, source), JSON.parse(examples)));
}

/** What another formSchema would say of an order: JSON in and out. */
export function testInThread({ key, source, from, context, asked }: TestErrand): string {
  const forms = { from: formOf(from.key, from.source), to: watchedOf(key, source) };
  return JSON.stringify(testOrder(JSON.parse(asked), forms, contextOf(context)));
}

function filled({ key, source, context }: Errand, asked: FillIn) {
  return fill(formOf(key, source), asked, contextOf(context));
}

/** The formSchema that a backtest tries, read once for many orders; another one's takes its place. */
const tried: { last?: { key: string; form: WatchedForm } } = {};

function watchedOf(key: string, source: string): WatchedForm {
  if (tried.last?.key === key) return tried.last.form;
  const form = readWatched(JSON.parse(source));
  tried.last = { key, form };
  return form;
}

function contextOf(written: string): FormContext {
  const context = JSON.parse(written);
  return { ...context, now: new Date(context.now), idOf: newRowId };
}

function formOf(key: string, source: string): Form {
  const known = read.get(key);
  if (known) return known;
  const form = readForm(JSON.parse(source));
  read.set(key, form, { size: 1 + source.length });
  return form;
}
