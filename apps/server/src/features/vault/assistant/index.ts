import { feature } from '../../../feature.ts';
import { createRateLimiter } from '../../../platform/http/rate-limiter.ts';
import { assistantRoutes } from './assistant-routes.ts';
import { createLanguageModel } from './language-model.ts';

export const assistantFeature = feature({
  name: 'assistant',
  routes: ({ config, database, clock, log }) =>
    assistantRoutes(
      config.assistant && createLanguageModel(config.assistant),
      createRateLimiter(database, clock),
      log,
    ),
});
