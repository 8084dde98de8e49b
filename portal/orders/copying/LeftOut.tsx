import type { Order } from '#schemas/generated/types.ts';
import { Banner } from '../../look/Banner.tsx';

/** How many are listed: rows of a long list may each have lost something. */
const mostListed = 20;

/** What a copy could not take along from its original: nothing is missing unsaid. */
export function LeftOut({ leftOut }: { leftOut: NonNullable<Order['leftOut']> }) {
  if (leftOut.length === 0) return null;
  return (
    <Banner status="info" title="Not taken along:">
      <ul>
        {leftOut.slice(0, mostListed).map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
        {leftOut.length > mostListed && <li>{`${leftOut.length - mostListed} more`}</li>}
      </ul>
    </Banner>
  );
}
