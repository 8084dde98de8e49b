import { Link } from 'react-router-dom';
import { withThousands } from '#schemas/texts/thousands.ts';
import { Icon } from './Icon.tsx';
import styles from './Pagination.module.css';

/** Pagination: the range of visible rows and links to the other pages. `hrefOf` takes a 0-based page. */
export function Pagination({
  page,
  limit,
  total,
  totalIsMinimum = false,
  note,
  hrefOf,
}: {
  page: number;
  limit: number;
  total: number;
  totalIsMinimum?: boolean;
  /** What stands after the count, such as a sum. */
  note?: string | undefined;
  hrefOf: (page: number) => string;
}) {
  const count = Math.ceil(total / limit);
  const current = clampPage(page, count);
  const first = current * limit + 1;
  const last = Math.min(total, first + limit - 1);
  return (
    <nav className={styles.pagination} aria-label="Pages">
      <p className={styles.count}>
        {total === 0
          ? 'None'
          : `${withThousands(first)}–${withThousands(last)} of ${totalIsMinimum ? 'over ' : ''}${withThousands(total)}${note ? `, ${note}` : ''}`}
      </p>
      {count > 1 && (
        <ul className={styles.pages}>
          <StepLink to={hrefOf(current - 1)} label="Previous page" icon="previous" isOff={current === 0} />
          {pageWindow(current, count).map((index) => (
            <li key={index}>
              <Link
                className={styles.page}
                to={hrefOf(index)}
                aria-label={`Page ${index + 1}`}
                aria-current={index === current ? 'page' : undefined}
              >
                {index + 1}
              </Link>
            </li>
          ))}
          <StepLink to={hrefOf(current + 1)} label="Next page" icon="next" isOff={current >= count - 1} />
        </ul>
      )}
    </nav>
  );
}

function StepLink({
  to,
  label,
  icon,
  isOff,
}: {
  to: string;
  label: string;
  icon: 'previous' | 'next';
  isOff: boolean;
}) {
  if (isOff) return null;
  return (
    <li>
      <Link className={styles.page} to={to} aria-label={label}>
        <Icon name={icon} size={16} />
      </Link>
    </li>
  );
}

/** spec 9: at most this many page links. */
const maxPages = 10;

/** Clamps a 0-based page to the `count` pages that exist (spec 9). */
export function clampPage(page: number, count: number): number {
  return Math.min(Math.max(0, page), Math.max(0, count - 1));
}

/** Returns the 0-based pages to link to: at most `room`, with the current page in the middle where possible. */
export function pageWindow(current: number, count: number, room: number = maxPages): number[] {
  const size = Math.min(count, Math.min(Math.max(room, 1), 50));
  const start = Math.min(Math.max(0, current - Math.floor(size / 2)), count - size);
  return Array.from({ length: size }, (_, index) => start + index);
}
