import type { Order } from '#schemas/generated/types.ts';
import { Banner } from '../../look/Banner.tsx';

/** How many items are shown: each row of a long list may have one. */
const maxItems = 20;

/** Lists what a copy could not take over from the original. */
export function NotCopiedList({ leftOut }: { leftOut: NonNullable<Order['leftOut']> }) {
  if (leftOut.length === 0) return null;
  return (
    <Banner status="info" title="Not copied:">
      <ul>
        {leftOut.slice(0, maxItems).map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
        {leftOut.length > maxItems && <li>{`${leftOut.length - maxItems} more`}</li>}
      </ul>
    </Banner>
  );
}
