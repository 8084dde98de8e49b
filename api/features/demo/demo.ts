import { now as clock } from '../../platform/clock/clock.ts';

export interface DemoOptions {
  /** Number of orders in the database afterwards. */
  orders?: number;
  /** End of the agency's two years. */
  now?: Date;
}

/**
 * Fills a database with the demo agency (see README), all or nothing. Existing users with the same address, such as the
 * first administrator, are retained.
 */
export async function fillDemo({ orders = 400, now = clock() }: DemoOptions): Promise<void> {
  // Imported lazily, so that an application with data does not load the generator.
  const { fillDemoData } = await import('./fill.ts');
  await fillDemoData({ orders, now });
}
