import { reviewEndpoints } from '@zavet/contract/desk/request-endpoints';
import { requestEndpoints } from '@zavet/contract/protocol/request-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { approveByCertificate, proposeCertificate, withdrawCertificate } from './certificate.ts';
import { askForDocument, claimNextRequest, claimRequest, releaseRequest } from './claim-request.ts';
import { approveRequest, rejectRequest } from './decide-request.ts';
import {
  addDocument,
  downloadOwnDocument,
  downloadReviewDocument,
  removeDocument,
} from './documents.ts';
import { fileRequest } from './file-request.ts';
import { readRequest } from './open-request.ts';
import { countReviews, listReviews, readReview } from './reviews.ts';

/** Routes for contacts, who file requests. */
export function requestRoutes(ctx: Context): Route[] {
  return [
    route(requestEndpoints.fileRequest, async ({ owner, body }) => {
      const id = await fileRequest(ctx, owner, body);
      return { request: await readRequest(ctx, owner, id) };
    }),
    route(requestEndpoints.getRequest, async ({ owner, params }) => ({
      request: await readRequest(ctx, owner, params.id),
    })),
    route(requestEndpoints.addRequestDocument, async ({ owner, params, headers, upload }) => ({
      document: await addDocument(ctx, owner, params.id, headers['x-file-name'], upload),
    })),
    route(requestEndpoints.removeRequestDocument, async ({ owner, params }) => {
      await removeDocument(ctx, owner, params.id, params.document_id);
      return {};
    }),
    route(requestEndpoints.downloadRequestDocument, ({ owner, params }) =>
      downloadOwnDocument(ctx, owner, params.id, params.document_id),
    ),
  ];
}

/** Routes for operators, who decide requests. */
export function reviewRoutes(ctx: Context): Route[] {
  return [
    route(reviewEndpoints.listReviews, ({ owner, query }) => listReviews(ctx, owner, query)),
    route(reviewEndpoints.searchReviews, async ({ owner, body }) => {
      const { reviews, next } = await listReviews(ctx, owner, body);
      return { reviews, has_more: next !== null };
    }),
    route(reviewEndpoints.countReviews, ({ owner }) => countReviews(ctx, owner)),
    route(reviewEndpoints.takeNextReview, async ({ owner }) => ({
      id: await claimNextRequest(ctx, owner),
    })),
    route(reviewEndpoints.claimReview, async ({ owner, params, body }) => {
      await claimRequest(ctx, owner, params.id, body.instead_of);
      return {};
    }),
    route(reviewEndpoints.releaseReview, async ({ owner, params }) => {
      await releaseRequest(ctx, owner, params.id);
      return {};
    }),
    route(reviewEndpoints.askForDocument, async ({ owner, params, body }) => {
      await askForDocument(ctx, owner, params.id, body.text);
      return {};
    }),
    route(reviewEndpoints.getReview, async ({ owner, params }) => ({
      review: await readReview(ctx, owner, params.id),
    })),
    route(reviewEndpoints.downloadReviewDocument, ({ owner, params }) =>
      downloadReviewDocument(ctx, owner, params.id, params.document_id),
    ),
    route(reviewEndpoints.approveReview, async ({ owner, params, body }) => {
      await approveRequest(ctx, owner, params.id, body);
      return {};
    }),
    route(reviewEndpoints.proposeCertificate, async ({ owner, params, body }) => {
      await proposeCertificate(ctx, owner, params.id, body);
      return {};
    }),
    route(reviewEndpoints.approveByCertificate, async ({ owner, params, body }) => {
      await approveByCertificate(ctx, owner, params.id, body);
      return {};
    }),
    route(reviewEndpoints.withdrawCertificate, async ({ owner, params }) => {
      await withdrawCertificate(ctx, owner, params.id);
      return {};
    }),
    route(reviewEndpoints.rejectReview, async ({ owner, params, body }) => {
      await rejectRequest(ctx, owner, params.id, body);
      return {};
    }),
  ];
}
