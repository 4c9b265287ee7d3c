/** Every bound and every setting of the service, each validated before anything starts. */
export * from './limits.js'
