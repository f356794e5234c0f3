export default {
  rewrites: async () => [{ source: '/api/:path*', destination: `${process.env.MERCH_URL}/:path*` }],
}
