import { createContext, type ReactNode, useContext, useEffect } from 'react';
import styles from './PageHead.module.css';

/** How a page tells the frame what it is called: the last breadcrumb and the window's title. */
export const PageTitleContext = createContext<(title: string | undefined) => void>(() => undefined);

/** A page's heading with what can be done there. Its title is also the last breadcrumb. */
export function PageHead({ title, actions }: { title: string; actions?: ReactNode }) {
  const tell = useContext(PageTitleContext);
  useEffect(() => {
    tell(title);
    return () => tell(undefined);
  }, [tell, title]);
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
