import { createContext, type ReactNode, useContext, useEffect } from 'react';
import styles from './PageHead.module.css';

/** Context by which a page reports its title to the frame, for the last breadcrumb and the window. */
export const PageTitleContext = createContext<(title: string | undefined) => void>(() => undefined);

/** The heading of a page with its actions. The title is also the last breadcrumb. */
export function PageHead({ title, actions }: { title: string; actions?: ReactNode }) {
  const setPageTitle = useContext(PageTitleContext);
  useEffect(() => {
    setPageTitle(title);
    return () => setPageTitle(undefined);
  }, [setPageTitle, title]);
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
