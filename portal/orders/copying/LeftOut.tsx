import type { Order } from '#schemas/generated/types.ts';
import { Banner } from '../../look/Banner.tsx';

/** What a copy could not take along from its original: nothing is missing unsaid. */
export function LeftOut({ leftOut }: { leftOut: NonNullable<Order['leftOut']> }) {
  if (leftOut.length === 0) return null;
  return (
    <Banner status="info" title="Not taken along:">
      <ul>
        {leftOut.map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
      </ul>
    </Banner>
  );
}
