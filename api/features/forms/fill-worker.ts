import { LRUCache } from 'lru-cache';
import { safeParse } from 'secure-json-parse';
import { type FillRequest, fill } from '#schemas/forms/fill.ts';
import type { Form, FormContext } from '#schemas/forms/form.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { backtestOrder } from '#schemas/publishing/backtest.ts';
import { type InstrumentedForm, readInstrumentedForm } from '#schemas/publishing/coverage.ts';
import { runExamples } from '#schemas/publishing/examples.ts';
import { findExcess } from '../../platform/errors/body-limits.ts';
import { findUnsafeKey } from '../../platform/errors/request-validators.ts';
import { giveOwnClosures } from '../../platform/rules/own-closures.ts';
import { toCheckResponse } from './check-response.ts';
import type { BacktestTask, CheckTask, ExamplesTask, FillTask, FormTask } from './fill-thread-pool.ts';
import { newRowId } from './row-id.ts';

giveOwnClosures();

/** LRU cache of parsed forms, limited by the characters of their schemas. */
const cache = new LRUCache<string, Form>({ max: 50, maxSize: 500_000 });

/** Fills a form. JSON in and out takes a third of the time of structured cloning. */
export function fillInThread({ input, ...task }: FillTask): string {
  return JSON.stringify(runFill(task, JSON.parse(input)));
}

/**
 * Runs a data check from the raw body to the serialized response, as bytes that the main thread passes on. Returns
 * undefined for an invalid body, which the main thread rejects.
 */
export function checkInThread({ text, ...task }: CheckTask): Uint8Array | undefined {
  const body: unknown = safeParse(text);
  if (!isRecord(body) || findExcess(body)) return undefined;
  const { formData, ...others } = body;
  if (!isRecord(formData) || Object.keys(others).length > 0 || findUnsafeKey(formData) !== undefined) return undefined;
  return Buffer.from(JSON.stringify(toCheckResponse(runFill(task, { data: formData, as: 'sent' }))));
}

/** Runs a form's examples: JSON in and out. */
export function examplesInThread({ key, source, examples }: ExamplesTask): string {
  return JSON.stringify(runExamples(formOf(key, source), JSON.parse(examples)));
}

/** Tests an order against another formSchema: JSON in and out. */
export function testInThread({ key, source, from, context, input }: BacktestTask): string {
  const forms = { from: formOf(from.key, from.source), to: watchedOf(key, source) };
  return JSON.stringify(backtestOrder(JSON.parse(input), forms, contextOf(context)));
}

function runFill({ key, source, context }: FormTask, input: FillRequest) {
  return fill(formOf(key, source), input, contextOf(context));
}

/** Cache of the formSchema that a backtest tests, parsed once for many orders; only the last one. */
const backtest: { last?: { key: string; form: InstrumentedForm } } = {};

function watchedOf(key: string, source: string): InstrumentedForm {
  if (backtest.last?.key === key) return backtest.last.form;
  const form = readInstrumentedForm(JSON.parse(source));
  backtest.last = { key, form };
  return form;
}

function contextOf(written: string): FormContext {
  const context = JSON.parse(written);
  return { ...context, now: new Date(context.now), idOf: newRowId };
}

function formOf(key: string, source: string): Form {
  const known = cache.get(key);
  if (known) return known;
  const form = readForm(JSON.parse(source));
  cache.set(key, form, { size: 1 + source.length });
  return form;
}
