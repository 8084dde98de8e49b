import type { RouteObject } from 'react-router-dom';
import { SharedPage } from './SharedPage.tsx';

export const shareRoutes: RouteObject[] = [{ path: '/shared', element: <SharedPage /> }];
