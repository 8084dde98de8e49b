import { now as clock } from '../clock/clock.ts';

export interface DemoOptions {
  /** How many orders the database shall hold when this is done. */
  orders?: number;
  /** The moment that the agency's two years end at. */
  now?: Date;
}

/**
 * Fills a database with the demo agency (README beside this file): all of it or nothing. A person whose address is stored
 * already, such as the first administrator, stays who that is.
 */
export async function fillDemo({ orders = 400, now = clock() }: DemoOptions): Promise<void> {
  // Only now: a product that has its data does not pay for what makes them.
  const { fill } = await import('./fill.ts');
  await fill({ orders, now });
}
