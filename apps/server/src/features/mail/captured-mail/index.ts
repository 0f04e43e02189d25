import { feature } from '../../../feature.ts';
import { capturedMailRoutes } from './captured-mail-routes.ts';

export const capturedMailFeature = feature({
  name: 'captured-mail',
  routes: ({ captured }) => capturedMailRoutes(captured),
});
