/* Set by hand, with a look at linear regressions of final places. No run of bench/tune has been finished on them yet. */
#define NEAR_LEAD 0.800F
#define FAR_LEAD 2.200F
static const float weight[] = {
	-1.000F,        /* turns to the end */
	-2.600F,        /* passengers missing without a dock in sight */
	1.200F,         /* coal, the first two */
	0.400F,         /* coal beyond */
	-0.400F,        /* coal that the next turn takes */
	-10.000F,       /* no next turn */
	0.200F,         /* has moved in this round */
	-0.100F,        /* speed */
	40.000F,        /* landed */
	-8.000F,        /* landed as which */
	-60.000F,       /* out of the race */
};
