import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import styles from './PageHead.module.css';

/** Context by which a page reports to the frame its title for the last breadcrumb, and for the window if it differs. */
export const PageTitleContext = createContext<(titles: PageTitles) => void>(() => undefined);

/** The title of a page for the last breadcrumb, and for the window. */
export type PageTitles = readonly [title?: string, windowTitle?: string];

interface PageHeadProps {
  title: string;
  /** The title of the window, if it says more, such as the order that a list has open. */
  windowTitle?: string;
  reference?: string;
  actions?: ReactNode;
}

/**
 * The heading of a page with its actions. The title is also the last breadcrumb. `reference` stands beside it in soft
 * text, such as the reference code of an order.
 */
export function PageHead({ title, windowTitle = title, reference, actions }: PageHeadProps) {
  const setPageTitle = useContext(PageTitleContext);
  const heading = useRef<HTMLHeadingElement>(null);
  // After a route change the focus waits at `main` until the page has a heading.
  useEffect(() => {
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    setPageTitle([title, windowTitle]);
    return () => setPageTitle([]);
  }, [setPageTitle, title, windowTitle]);
  return (
    <header className={styles.head}>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        <span>{title}</span>
        {reference && reference !== title && <span className={styles.reference}>{` ${reference}`}</span>}
      </h1>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
